import { isDeepStrictEqual } from 'node:util'
import { questions } from './provider/questions'
import { realProvider } from './provider/real'

/*
 * `npm run check:provider`: asks a real test account what the program and its sandbox believe of the payment provider. Of the program
 * its calls to the provider run, and nothing else; the key is one of a test account (`STRIPE_TEST_KEY`), and no other is taken.
 */
const say = (text: string) => process.stdout.write(`${text}\n`)
const key = process.env.STRIPE_TEST_KEY ?? ''

if (key === '') {
  say('STRIPE_TEST_KEY is not set: nothing was asked. With the key of a test account this would be asked of it:\n')
  for (const { id, asks, believed } of questions) say(`  ${id}: ${asks}\n    believed: ${JSON.stringify(believed)}`)
  process.exit(0)
}
if (!/^(sk|rk)_test_/.test(key)) {
  say('STRIPE_TEST_KEY is not the key of a test account. Nothing was asked.')
  process.exit(1)
}

const provider = realProvider(key)
let different = 0
for (const { id, asks, believed, ask } of questions) {
  const answer = await ask(provider).catch((error: unknown) => ({ failed: String(error) }))
  const isSame = isDeepStrictEqual(answer, believed)
  if (!isSame) different++
  say(`${isSame ? 'as believed' : 'DIFFERENT  '}  ${id}: ${asks}`)
  if (!isSame) say(`    believed: ${JSON.stringify(believed)}\n    answered: ${JSON.stringify(answer)}`)
}
if (provider.pressed.length > 0)
  say('\nTo be tried by a person, within a few minutes (asked once more, the page is a new one):')
for (const what of provider.pressed) say(`  ${what}`)
await provider.end()
say(`\n${questions.length - different} of ${questions.length} answers are as believed.`)
process.exit(different === 0 ? 0 : 1)
