export default import.meta.glob([
  '../../../locales/xby/*.json',
  '!../../../locales/*/{console,mail,message,message-box}.json',
]);
