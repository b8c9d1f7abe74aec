// Rules of the house for the linter: what must not be written, as patterns of syntax.

/** A rule that refuses whatever fits one of the patterns. */
const refuse = (message, ...patterns) => ({
  create: (context) =>
    Object.fromEntries(patterns.map((pattern) => [pattern, (node) => context.report({ node, message })])),
});

export default {
  meta: { name: 'house' },
  rules: {
    'no-erasing-cast': refuse(
      'The compiler checks nothing behind such a cast: say what the value is, or check it.',
      'TSAsExpression > TSAsExpression > TSUnknownKeyword',
      'TSAsExpression > TSNeverKeyword',
      'TSAsExpression > TSAnyKeyword',
    ),
    'time-is-handed-in': refuse(
      'Time is handed in, so that a replay decides the same.',
      "NewExpression[callee.name='Date'][arguments.length=0]",
      "CallExpression[callee.name='Date']",
    ),
    'money-is-no-float': refuse(
      'Money is not a float: parse it with shared/money.',
      "CallExpression[callee.name='Number']",
    ),
    // Inside of `expect(…)`, and handed to its matcher.
    'ask-a-page-until-it-holds': refuse(
      'A page needs a moment: await eventually(() => …), which reads again until it holds.',
      "CallExpression[callee.name='expect'] AwaitExpression",
      "CallExpression[callee.object.callee.name='expect'] > AwaitExpression",
      "CallExpression[callee.object.object.callee.name='expect'] > AwaitExpression",
    ),
  },
};
