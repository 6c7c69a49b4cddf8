import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, sleep } from '#server/machine/processes.ts'

const modules = ['ndk_http_module', 'ngx_http_lua_module'].map((name) => `/usr/lib/nginx/modules/${name}.so`)
/** Where this machine has nginx with Lua; nothing installs one for the tests. */
export const cachingNginx = ['/usr/sbin/nginx', '/usr/bin/nginx'].find((file) =>
  [file, ...modules].every((path) => fs.existsSync(path)),
)

/** nginx with deploy/nginx-cache.conf in front of a program, at ports of its own. */
export const startCachingNginx = async (programOrigin: string, ports?: { port: number; purgePort: number }) => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'tsudoi-nginx-'))
  fs.chmodSync(folder, 0o777)
  const { port, purgePort } = ports ?? { port: await freePort(), purgePort: await freePort() }
  const recipe = fs
    .readFileSync('deploy/nginx-cache.conf', 'utf8')
    .replace('/var/cache/nginx/tsudoi', join(folder, 'pages'))
    .replace('127.0.0.1:3000', new URL(programOrigin).host)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('listen 8081', `listen 127.0.0.1:${purgePort}`)
  const file = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  fs.writeFileSync(
    file,
    `${modules.map((path) => `load_module ${path};`).join('\n')}
daemon off;
pid ${join(folder, 'pid')};
error_log stderr warn;
events { worker_connections 1024; }
http {
access_log off;
${temporary.join('\n')}
${recipe}
}
`,
  )
  const server = spawn(cachingNginx ?? '', ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  server.stderr.on('data', (chunk) => (said += chunk))
  const origin = `http://127.0.0.1:${port}`
  const isUp = () =>
    fetch(`${origin}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isUp())) {
    if (server.exitCode !== null) throw new Error(`nginx ended: ${said}`)
    await sleep(30)
  }
  return {
    origin,
    purgeUrl: `http://127.0.0.1:${purgePort}/purge{path}`,
    stop: async () => {
      const ended = new Promise((done) => server.once('exit', done))
      server.kill('SIGQUIT')
      await ended
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
