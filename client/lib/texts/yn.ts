export default import.meta.glob([
  '../../../locales/yn/*.json',
  '!../../../locales/*/{console,mail,message,message-box}.json',
]);
