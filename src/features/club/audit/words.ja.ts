const words = {
  otherAct: 'その他の操作',
  title: '操作の記録',
  lead: 'スタッフの変更、個人情報の表示、書き出しがすべて残ります。記録は変更も削除もできません。',
  tableLabel: '操作の記録の一覧',
  topics: { all: 'すべて', reveals: '個人情報の表示と書き出し', money: 'お金', fans: 'ファン', staff: 'メンバー' },
  member: 'だれが',
  allMembers: 'すべてのメンバー',
  columns: { what: '操作', who: 'だれが', brand: 'ブランド', at: '日時' },
  roles: {
    owner: 'オーナー',
    admin: '管理者',
    editor: '編集',
    moderator: 'コメント管理',
    shipper: '発送',
    accountant: '経理',
    fan: 'ファン',
    operator: '運営',
  } as Record<string, string>,
  nobody: '不明',
  empty: { title: 'まだ記録はありません', text: 'スタッフが何かを変更すると、ここに残ります。' },
}

export type AuditWordsText = typeof words
export default words
