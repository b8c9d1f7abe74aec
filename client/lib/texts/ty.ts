export default import.meta.glob([
  '../../../locales/ty/*.json',
  '!../../../locales/*/{console,mail,message,message-box}.json',
]);
