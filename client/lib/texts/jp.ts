export default import.meta.glob([
  '../../../locales/jp/*.json',
  '!../../../locales/*/{console,mail,message,message-box}.json',
]);
