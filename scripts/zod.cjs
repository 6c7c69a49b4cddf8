// What a browser loads of zod's schemas, as a loader of the build (next.config.js): without writing them as JSON Schema, which the server
// alone does (src/program/http/openapi.ts), and what else no page asks of it: a fifth of the library.
const { cutOut } = require('./cutOut.cjs')

const cuts = [
  [
    /^ +inst\._zod\.processJSONSchema = \(ctx, json, params\) => processors\.\w+\(inst, ctx, json, params\);$/gm,
    41,
    '',
  ],
  // Its own messages: forms say a broken rule in the reader's language (src/ui/form/state/useZodForm.ts).
  [/core\.config\(en\(\)\);/g, 1, ';'],
  // Values that hold themselves: what is sent as JSON never does.
  [/core\.config\(\{ memoizer: core\.memoizer\(\) \}\);/g, 1, ';'],
  [/\bcreateStandardJSONSchemaMethod\(this, "\w+"\)/g, 2, 'undefined'],
  [/\bcreateToJSONSchemaMethod\(this, \{\}\)\(params\)/g, 1, 'undefined'],
]

module.exports = (source) => cutOut('zod', source, cuts)
