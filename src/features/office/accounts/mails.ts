import { button, type Letter, letter, pageFor, type Reader } from '#kit/letter.ts'

export const fileReady = (to: Reader, path: string): Letter =>
  letter(to, {
    ja: [
      'データのファイルができました',
      [
        'ご依頼いただいた、アカウントのデータのファイルができました。7日のあいだ、次のページからダウンロードできます。',
        '',
        button('ファイルを受け取る', pageFor(to, path)),
      ],
    ],
    en: [
      'Your data is ready',
      [
        'The file with the data of your account is ready. You can download it here for seven days:',
        '',
        button('Get the file', pageFor(to, path)),
      ],
    ],
  })

export const accountDeleted = (to: Reader): Letter =>
  letter(to, {
    ja: [
      'アカウントを削除しました',
      [
        'ご依頼により、アカウントを削除しました。お名前、メールアドレス、お届け先、コメントは消去され、加入中のプランは終了しました。以後の会費は請求されません。',
        'お支払いの途中だったご注文は取り消しました。行き違いでお支払いいただいたお金は、お返しします。コンビニでのお支払いは、返金先の口座をおたずねするメールがこのアドレスに届きます。',
        '発送前の商品は、お届けのあとで宛先を消去します。注文と会計の記録は、法令のため、お名前のない形で残ります。',
      ],
    ],
    en: [
      'Your account is deleted',
      [
        'As you asked, your account is deleted. Your name, e-mail address, addresses and comments are gone, your plans have ended, and you will not be charged again.',
        'Orders that were waiting to be paid are cancelled. If one was paid all the same, the money goes back; for a payment at a store this address gets a mail that asks for a bank account.',
        'Goods that are still to be sent reach you; their address goes afterwards. Records of orders and accounting stay as the law asks, without your name.',
      ],
    ],
  })
