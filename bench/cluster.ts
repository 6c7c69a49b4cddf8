import { spawn } from 'node:child_process'
import { demoAccounts, demoPassword } from '#program/demo/accounts.ts'
import { freePort } from '#server/machine/processes.ts'
import { startCluster } from './cluster/cluster'
import { say } from './measure'

/*
 * `npm run cluster`: an installation on one machine, until Ctrl-C. `-- --journeys [files and settings of Playwright]`: the browser
 * journeys through its proxy, and then its end.
 */
const asksForJourneys = process.argv.includes('--journeys')
const pushPort = await freePort()
const cluster = await startCluster({
  say,
  env: asksForJourneys ? { PUSH_TEST_ORIGIN: `http://127.0.0.1:${pushPort}` } : {},
})
if (asksForJourneys) {
  const { origin, emulatorHost, storage } = cluster
  const wanted = process.argv.slice(process.argv.indexOf('--journeys') + 1)
  const { endpoint, bucket, accessKeyId, secretAccessKey } = storage
  const credentials = { accessKeyId, secretAccessKey }
  const running = spawn('npx', ['playwright', 'test', '--project=full', ...wanted], {
    stdio: 'inherit',
    env: {
      ...process.env,
      E2E_BASE_URL: origin,
      E2E_AUTH_EMULATOR_PORT: new URL(`http://${emulatorHost}`).port,
      E2E_PUSH_PORT: String(pushPort),
      E2E_S3: JSON.stringify({ endpoint, bucket, region: 'us-east-1', forcePathStyle: true, credentials }),
    },
  })
  const code = await new Promise<number | null>((done) => running.once('close', done))
  await cluster.stop()
  process.exit(code ?? 1)
}
say(`\nDemo accounts, password ${demoPassword}: ${demoAccounts.map(({ email }) => email).join(', ')}`)
say(`Logs are in ${cluster.folder}. Ctrl-C stops all of it.`)
