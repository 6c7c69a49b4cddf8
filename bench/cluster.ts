import { demoAccounts, demoPassword } from '#program/demo/accounts.ts'
import { startCluster } from './cluster/cluster'
import { say } from './measure'

/* `npm run cluster`: an installation on one machine, until Ctrl-C. */
const cluster = await startCluster({ say })
say(`\nDemo accounts, password ${demoPassword}: ${demoAccounts.map(({ email }) => email).join(', ')}`)
say(`Logs are in ${cluster.folder}. Ctrl-C stops all of it.`)
