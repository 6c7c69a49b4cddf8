/*
 * Embeds of other services in a text. A URL is only parsed, never requested: the frame is built from the provider and
 * the key of the item alone.
 */

type Shape = { ratio: number } | { height: number }
export type EmbedFrame = { src: string } & Shape

type Provider = {
  name: string
  hosts: readonly string[]
  /** Key of the item in this URL; null for the provider's other pages. */
  keyOf: (url: URL) => string | null | undefined
  key: RegExp
  frameOf: (key: string) => EmbedFrame
}

const wide: Shape = { ratio: 16 / 9 }
const first = (text: string, pattern: RegExp) => pattern.exec(text)?.[1]

const providers = {
  youtube: {
    name: 'YouTube',
    hosts: [
      'www.youtube.com',
      'youtube.com',
      'm.youtube.com',
      'music.youtube.com',
      'youtu.be',
      'www.youtube-nocookie.com',
    ],
    keyOf: ({ hostname, pathname, searchParams }) =>
      hostname === 'youtu.be'
        ? pathname.slice(1)
        : pathname === '/watch'
          ? searchParams.get('v')
          : first(pathname, /^\/(?:shorts|live|embed)\/([^/]+)\/?$/),
    key: /^[\w-]{11}$/,
    frameOf: (key) => ({ src: `https://www.youtube-nocookie.com/embed/${key}`, ...wide }),
  },
  vimeo: {
    name: 'Vimeo',
    hosts: ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'],
    keyOf: ({ hostname, pathname, searchParams }) => {
      if (hostname !== 'player.vimeo.com') return first(pathname, /^\/(\d+(?:\/[\da-f]+)?)\/?$/)
      const [id, hash] = [first(pathname, /^\/video\/(\d+)\/?$/), searchParams.get('h')]
      return id && hash ? `${id}/${hash}` : id
    },
    key: /^\d{1,15}(?:\/[\da-f]{6,20})?$/,
    frameOf: (key) => {
      const [id, hash] = key.split('/')
      return { src: `https://player.vimeo.com/video/${id}${hash ? `?h=${hash}` : ''}`, ...wide }
    },
  },
  niconico: {
    name: 'niconico',
    hosts: ['www.nicovideo.jp', 'nicovideo.jp', 'sp.nicovideo.jp', 'embed.nicovideo.jp', 'nico.ms'],
    keyOf: ({ hostname, pathname }) =>
      hostname === 'nico.ms' ? pathname.slice(1) : first(pathname, /^\/watch\/([^/]+)\/?$/),
    key: /^(?:sm|nm|so)?\d{1,15}$/,
    frameOf: (key) => ({ src: `https://embed.nicovideo.jp/watch/${key}`, ...wide }),
  },
  spotify: {
    name: 'Spotify',
    hosts: ['open.spotify.com'],
    keyOf: ({ pathname }) => first(pathname, /^(?:\/intl-[a-z]{2})?(?:\/embed)?\/([a-z]+\/\w+)\/?$/),
    key: /^(?:track|album|playlist|artist|episode|show)\/[A-Za-z0-9]{22}$/,
    frameOf: (key) => ({
      src: `https://open.spotify.com/embed/${key}`,
      height: /^(track|episode)/.test(key) ? 152 : 352,
    }),
  },
  soundcloud: {
    name: 'SoundCloud',
    hosts: ['soundcloud.com', 'www.soundcloud.com', 'm.soundcloud.com'],
    keyOf: ({ pathname }) => first(pathname, /^\/([\w-]+\/(?:sets\/)?[\w-]+)\/?$/),
    key: /^[\w-]{1,80}\/(?:sets\/)?[\w-]{1,100}$/,
    frameOf: (key) => ({
      src: `https://w.soundcloud.com/player/?url=${encodeURIComponent(`https://soundcloud.com/${key}`)}`,
      height: key.includes('/sets/') ? 352 : 166,
    }),
  },
  x: {
    name: 'X',
    hosts: ['x.com', 'www.x.com', 'mobile.x.com', 'twitter.com', 'www.twitter.com', 'mobile.twitter.com'],
    keyOf: ({ pathname }) => first(pathname, /^\/\w{1,20}\/status\/(\d+)\/?$/),
    key: /^\d{1,20}$/,
    frameOf: (key) => ({ src: `https://platform.twitter.com/embed/Tweet.html?id=${key}`, height: 560 }),
  },
  instagram: {
    name: 'Instagram',
    hosts: ['www.instagram.com', 'instagram.com'],
    keyOf: ({ pathname }) => first(pathname, /^(?:\/[\w.]{1,30})?\/((?:p|reel|tv)\/[\w-]+)\/?$/),
    key: /^(?:p|reel|tv)\/[\w-]{5,40}$/,
    frameOf: (key) => ({ src: `https://www.instagram.com/${key}/embed/`, height: 640 }),
  },
  tiktok: {
    name: 'TikTok',
    hosts: ['www.tiktok.com', 'tiktok.com', 'm.tiktok.com'],
    keyOf: ({ pathname }) => first(pathname, /^\/@[\w.]{1,30}\/video\/(\d+)\/?$/),
    key: /^\d{1,20}$/,
    frameOf: (key) => ({ src: `https://www.tiktok.com/embed/v2/${key}`, height: 740 }),
  },
} as const satisfies Record<string, Provider>

export type EmbedProvider = keyof typeof providers
export const embedProviders = Object.keys(providers) as [EmbedProvider, ...EmbedProvider[]]

const providerOf = (name: string): Provider | null =>
  Object.hasOwn(providers, name) ? providers[name as EmbedProvider] : null

export type Embed = { embedProvider: EmbedProvider; embedKey: string }

/** Provider and key of a URL; null for all others. Makes no request. */
export const embedOf = (source: string): Embed | null => {
  // `URL` silently drops whitespace around and inside an address, which therefore has to be refused here.
  if (source.length > 500 || /[\p{Cc}\s\\]/u.test(source) || !URL.canParse(source)) return null
  const url = new URL(source)
  if (url.protocol !== 'https:' || url.username || url.password || url.port) return null
  for (const embedProvider of embedProviders) {
    const { hosts, keyOf, key }: Provider = providers[embedProvider]
    if (!hosts.includes(url.hostname)) continue
    const embedKey = keyOf(url)
    return embedKey && key.test(embedKey) ? { embedProvider, embedKey } : null
  }
  return null
}

/** Frame of an item; null if the provider is unknown or the key is malformed. */
export const embedFrame = (embedProvider: string, embedKey: string): (EmbedFrame & { name: string }) | null => {
  const provider = providerOf(embedProvider)
  return provider?.key.test(embedKey) ? { name: provider.name, ...provider.frameOf(embedKey) } : null
}

/** Sandbox: the provider's scripts run in its own origin, without popups or navigation. */
export const embedSandbox = 'allow-scripts allow-same-origin allow-presentation'

/** Allowed frame sources for the content security policy. */
export const embedOrigins = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://embed.nicovideo.jp',
  'https://open.spotify.com',
  'https://w.soundcloud.com',
  'https://platform.twitter.com',
  'https://www.instagram.com',
  'https://www.tiktok.com',
] as const

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** HTML for API clients; our own screens build the frame themselves. */
export const embedHtml = ({ src, name, ...shape }: EmbedFrame & { name: string }): string => {
  const size = 'height' in shape ? `height:${shape.height}px` : `aspect-ratio:${shape.ratio.toFixed(4)}`
  return `<iframe src="${escaped(src)}" title="${name}" style="width:100%;border:0;${size}" sandbox="${embedSandbox}" loading="lazy" referrerpolicy="strict-origin-when-cross-origin" allowfullscreen></iframe>`
}
