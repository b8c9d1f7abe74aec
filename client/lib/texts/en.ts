export default import.meta.glob([
  '../../../locales/en/*.json',
  '!../../../locales/*/{console,mail,message,message-box}.json',
]);
