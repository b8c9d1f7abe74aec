export default import.meta.glob([
  '../../../locales/de/*.json',
  '!../../../locales/*/{console,mail,message,message-box}.json',
]);
