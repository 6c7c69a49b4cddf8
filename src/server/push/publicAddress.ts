import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/*
 * An address that somebody's browser has named may lead into the network of this machine. Only addresses of the public internet are
 * called: the one that a name leads to is looked at in the moment of the connection, so that no second look-up can answer otherwise.
 */
const notPublic = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv4')
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')
/** Of the global ones: documentation, Teredo and 6to4, which carry an IPv4 address within. */
const notGlobal = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notGlobal.addSubnet(network, prefix, 'ipv6')

/** IPv6 counts where it is global unicast; an IPv4-mapped one never does. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !notPublic.check(address, 'ipv4')
  if (family === 6) return global.check(address, 'ipv6') && !notGlobal.check(address, 'ipv6')
  return false
}

/** For `http.request`: a name leads to its public addresses alone, and to none where one of them is not. */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, [])
    if (found.length === 0 || found.some(({ address }) => !isPublicAddress(address)))
      return done(Object.assign(new Error(`${hostname} leads to no public address.`), { code: 'ENOTPUBLIC' }), [])
    if (options.all) return done(null, found)
    const [first] = found
    done(null, first?.address ?? '', first?.family)
  })
}
