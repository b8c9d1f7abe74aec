export default import.meta.glob([
  '../../../locales/ft/*.json',
  '!../../../locales/*/{console,mail,message,message-box}.json',
]);
