export default import.meta.glob([
  '../../../locales/zh/*.json',
  '!../../../locales/*/{console,mail,message,message-box}.json',
]);
