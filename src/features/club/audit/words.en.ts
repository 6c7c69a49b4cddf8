import type { AuditWordsText } from './words.ja'

const words: AuditWordsText = {
  otherAct: 'Something else',
  title: 'Audit log',
  lead: 'Every change by staff, every look at personal data and every export. Nothing here can be changed or deleted.',
  tableLabel: 'All entries of the audit log',
  topics: { all: 'Everything', reveals: 'Personal data and exports', money: 'Money', fans: 'Fans', staff: 'Members' },
  member: 'Who',
  allMembers: 'All members',
  columns: { what: 'What', who: 'Who', brand: 'Brand', at: 'When' },
  roles: {
    owner: 'owner',
    admin: 'admin',
    editor: 'editor',
    moderator: 'moderator',
    shipper: 'shipper',
    accountant: 'accountant',
    fan: 'fan',
    operator: 'Platform',
  },
  nobody: 'Unknown',
  empty: { title: 'No entries yet', text: 'When staff change something, it stands here.' },
}

export default words
