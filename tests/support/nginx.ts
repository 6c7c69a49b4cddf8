import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort, sleep } from '#server/machine/processes.ts'

const found = (name: string) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, name))
    .find((file) => fs.existsSync(file))
const modules = '/etc/nginx/modules-enabled'
/** Debian has the part that hands live pictures on in a package of its own. */
const hasStream = fs.existsSync(modules) && fs.readdirSync(modules).some((name) => name.includes('mod-stream'))
/** Where this machine has an nginx with all that deploy/nginx.conf uses; nothing installs one for the tests. */
export const nginx = hasStream ? found('nginx') : undefined
const openssl = found('openssl')

/** deploy/nginx.conf with the ports, names and paths of this machine. `secure`: with a certificate made for it. */
const fileFor = async (
  folder: string,
  {
    webs,
    lives = [],
    storage,
    secure,
  }: { webs: readonly number[]; lives?: readonly number[]; storage?: number; secure: boolean },
) => {
  const [plain, port, live] = [await freePort(), await freePort(), await freePort()]
  let text = fs.readFileSync('deploy/nginx.conf', 'utf8')
  const replace = (from: string | RegExp, to: string) => {
    if (!text.match(from)) throw new Error(`deploy/nginx.conf has no ${from}`)
    text = text.replaceAll(from, to)
  }
  for (const [at, web] of webs.entries()) {
    replace(`web-${at + 1}:3000`, `127.0.0.1:${web}`)
    replace(`web-${at + 1}:1935`, `127.0.0.1:${lives[at] ?? (await freePort())}`)
  }
  replace('storage:7070', `127.0.0.1:${storage ?? (await freePort())}`)
  replace('pid /run/nginx.pid;', `pid ${folder}/nginx.pid;`)
  replace('listen 80;', `listen 127.0.0.1:${plain};`)
  replace('listen 1935;', `listen 127.0.0.1:${live};`)
  replace('listen 443 ssl http2;', `listen 127.0.0.1:${port}${secure ? ' ssl http2' : ''};`)
  if (secure && openssl) {
    const [key, certificate] = [join(folder, 'tsudoi.key'), join(folder, 'tsudoi.pem')]
    const subject = ['-subj', '/CN=tsudoi.example.jp', '-days', '2', '-nodes']
    execFileSync(openssl, ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', certificate, ...subject], {
      stdio: 'ignore',
    })
    replace('/etc/nginx/tsudoi.', `${folder}/tsudoi.`)
  } else {
    replace(/\n\s*ssl_\w+ [^;]+;/g, '')
  }
  const file = join(folder, 'nginx.conf')
  fs.writeFileSync(file, text)
  return { file, port, live }
}

const newFolder = () => fs.mkdtempSync(join(tmpdir(), 'tsudoi-nginx-'))

/** What nginx says of the file as it is published, with a certificate. */
export const checkNginx = async () => {
  const folder = newFolder()
  try {
    const { file } = await fileFor(folder, { webs: [3000, 3001], secure: true })
    return execFileSync('sh', ['-c', `${nginx} -t -c ${file} 2>&1`], { encoding: 'utf8' })
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

type Before = { lives?: readonly [number, number]; storage?: number; folder?: string }
/** nginx before two instances at these ports, by http; `lives` are those of their receivers of live pictures, `storage` that of S3. */
export const startNginx = async (
  webs: readonly [number, number],
  { lives, storage, folder = newFolder() }: Before = {},
) => {
  fs.mkdirSync(folder, { recursive: true })
  const { file, port, live } = await fileFor(folder, {
    webs,
    ...(lives && { lives }),
    ...(storage && { storage }),
    secure: false,
  })
  fs.chmodSync(folder, 0o755)
  const child = spawn(nginx ?? 'nginx', ['-c', file, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-5000)
  })
  const ended = new Promise((done) => child.once('close', done))
  const origin = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${origin}/api/metrics`).then(
      () => true,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${said}`)
    await sleep(20)
  }
  return {
    origin,
    livePort: live,
    said: () => said,
    stop: async () => {
      child.kill('SIGQUIT')
      await ended
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
