const words = {
  offer: {
    join: 'ライブの開始や新しいコンテンツを、この端末の通知でお知らせします。',
    live: '始まったら、この端末の通知でお知らせします。',
    goods: '購入できるようになったら、この端末の通知でもお知らせします。',
  },
  allow: '通知を受け取る',
  later: '今はしない',
  allowed: 'この端末で通知を受け取ります',
  ended: 'この端末への通知を止めました',
  denied: 'ブラウザーの設定で、このサイトの通知が止められています。設定で許可してから、もう一度お試しください。',
  needsHomeScreen:
    'iPhone・iPadでは、共有メニューの「ホーム画面に追加」でこのサイトを追加し、そこから開くと、通知を受け取れます。',
  unsupported: 'このブラウザーでは、通知を受け取れません。',
  failed: '通知を設定できませんでした。接続を確かめて、もう一度お試しください。',
  title: '通知',
  lead: 'ライブの開始や新しいコンテンツを、端末の通知で受け取れます。',
  on: 'この端末は、通知を受け取ります。',
  end: 'この端末への通知を止める',
  others: 'ほかの端末',
  since: (date: string) => `${date}から`,
  remove: '止める',
  removeNamed: (name: string) => `${name} への通知を止める`,
  removed: (name: string) => `${name} への通知を止めました`,
  quiet: {
    title: '通知を控える時間',
    hint: 'この間の通知は、終わってから届きます。メールはいつでも届きます。',
    switch: '控える時間を決める',
    from: '開始',
    to: '終了',
    zone: (zone: string) => `この端末の時間帯（${zone}）`,
    same: '開始と終了には、違う時刻を選んでください。',
    save: '時間を保存する',
    on: (from: string, to: string) => `${from}から${to}まで、通知を控えます`,
    off: '通知はいつでも届きます',
  },
  refusals: {
    pushNotOffered: 'このサイトでは、通知をお送りしていません。',
    deviceNotFound: 'この端末への通知は、すでに止まっています。',
    endpointRefused: 'このブラウザーの通知サービスには対応していません。',
  } as Record<string, string>,
}

export type PushWordsText = typeof words
export default words
