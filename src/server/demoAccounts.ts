/** The accounts of the demo world: names that testers and other programs rely on. */
export const demoPassword = 'tsudoi-demo'

export const demoAccounts = [
  { email: 'owner@hoshi.test', displayName: '星野 あおい', role: 'owner of Hoshi Club (brand aoi)' },
  { email: 'editor@hoshi.test', displayName: '三上 そら', role: 'editor of Hoshi Club' },
  { email: 'moderator@hoshi.test', displayName: '森田 ゆい', role: 'moderator of Hoshi Club' },
  { email: 'owner@tsuki.test', displayName: '月城 るな', role: 'owner of Tsuki Club (brand luna)' },
  { email: 'newcomer@tsudoi.test', displayName: '新田 はじめ', role: 'somebody without a club' },
  { email: 'member@tsudoi.test', displayName: '会田 まもる', role: 'fan of aoi with a plan' },
  { email: 'fan@tsudoi.test', displayName: '富安 かな', role: 'fan without a plan' },
  { email: 'operator@tsudoi.test', displayName: '運営 みどり', role: 'operator of the platform' },
] as const
