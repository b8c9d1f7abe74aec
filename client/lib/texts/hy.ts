export default import.meta.glob([
  '../../../locales/hy/*.json',
  '!../../../locales/*/{console,mail,message,message-box}.json',
]);
