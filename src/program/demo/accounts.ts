/** The password of every demo account; they exist only with an identity project whose id begins with `demo-`. */
export const demoPassword = 'tsudoi-demo'

/** The accounts of the demo world; testers and other programs rely on these names. */
export const demoAccounts = [
  {
    uid: 'demo_owner_hoshi',
    email: 'owner@hoshi.test',
    displayName: '星野 ひかり',
    role: 'owner of Hoshi Club (brand aoi)',
  },
  { uid: 'demo_editor_hoshi', email: 'editor@hoshi.test', displayName: '三上 そら', role: 'editor of Hoshi Club' },
  {
    uid: 'demo_moderator_hoshi',
    email: 'moderator@hoshi.test',
    displayName: '森田 ゆい',
    role: 'moderator of Hoshi Club',
  },
  { uid: 'demo_shipper_hoshi', email: 'shipper@hoshi.test', displayName: '荷見 はこぶ', role: 'shipper of Hoshi Club' },
  {
    uid: 'demo_accountant_hoshi',
    email: 'accountant@hoshi.test',
    displayName: '数野 けい',
    role: 'accountant of Hoshi Club',
  },
  {
    uid: 'demo_owner_tsuki',
    email: 'owner@tsuki.test',
    displayName: '月城 るな',
    role: 'owner of Tsuki Club (brand luna)',
  },
  { uid: 'demo_newcomer', email: 'newcomer@tsudoi.test', displayName: '新田 はじめ', role: 'somebody without a club' },
  { uid: 'demo_member', email: 'member@tsudoi.test', displayName: '会田 まもる', role: 'fan of aoi with a plan' },
  { uid: 'demo_fan', email: 'fan@tsudoi.test', displayName: '富安 かな', role: 'fan without a plan' },
  { uid: 'demo_operator', email: 'operator@tsudoi.test', displayName: '運営 みどり', role: 'operator of the platform' },
] as const
