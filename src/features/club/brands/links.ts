/** Services whose URLs contain an account name, and how to read it from the path. */
const services: readonly { service: string; hosts: readonly string[]; handle: RegExp }[] = [
  { service: 'X', hosts: ['x.com', 'twitter.com'], handle: /^\/(\w{1,15})\/?$/ },
  { service: 'YouTube', hosts: ['youtube.com'], handle: /^\/@([\w.-]+)\/?$/ },
  { service: 'Instagram', hosts: ['instagram.com'], handle: /^\/([\w.]+)\/?$/ },
  { service: 'TikTok', hosts: ['tiktok.com'], handle: /^\/@([\w.]+)\/?$/ },
  { service: 'Threads', hosts: ['threads.net', 'threads.com'], handle: /^\/@([\w.]+)\/?$/ },
  { service: 'Bluesky', hosts: ['bsky.app'], handle: /^\/profile\/([\w.-]+)\/?$/ },
  { service: 'Facebook', hosts: ['facebook.com'], handle: /^\/([\w.]+)\/?$/ },
  { service: 'Twitch', hosts: ['twitch.tv'], handle: /^\/(\w+)\/?$/ },
  { service: 'note', hosts: ['note.com'], handle: /^\/(\w+)\/?$/ },
  { service: 'SoundCloud', hosts: ['soundcloud.com'], handle: /^\/([\w-]+)\/?$/ },
  { service: 'ニコニコ', hosts: ['nicovideo.jp'], handle: /^\/(user\/\d+)/ },
  { service: 'pixiv', hosts: ['pixiv.net'], handle: /^\/(?:en\/)?(users\/\d+)/ },
  { service: 'Spotify', hosts: ['open.spotify.com'], handle: /^$/ },
  { service: 'Apple Music', hosts: ['music.apple.com'], handle: /^$/ },
  { service: 'LINE', hosts: ['line.me', 'lin.ee', 'page.line.me'], handle: /^$/ },
]

/** A link with its label, which the server makes: the table of the services stays there. */
export type NamedLink = { url: string; service: string; handle: string }

/** Label of a brand's link: the service with the account name if the URL contains one, otherwise the host. */
export const linkName = (url: string): Omit<NamedLink, 'url'> => {
  const { host, pathname } = new URL(url)
  const bare = host.replace(/^(www|m|mobile)\./, '')
  const known = services.find(({ hosts }) => hosts.includes(bare))
  if (!known) return { service: bare, handle: '' }
  const handle = known.handle.exec(pathname)?.[1]
  return { service: known.service, handle: handle === undefined ? '' : handle.includes('/') ? handle : `@${handle}` }
}
