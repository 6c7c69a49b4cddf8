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

export const emailCheck = (to: Reader, secret: string): Letter => {
  const address = pageFor(to, `/fc/me/email?secret=${secret}`)
  return letter(to, {
    ja: [
      'メールアドレスをご確認ください',
      [
        'このメールアドレスが、集いのアカウントに登録されようとしています。お心当たりがあれば、24時間以内に次のボタンを押してください。',
        'お心当たりがなければ、何もする必要はありません。アドレスは登録されません。',
        '',
        button('このアドレスを確認する', address),
      ],
    ],
    en: [
      'Please confirm your e-mail address',
      [
        'Somebody wants to use this address for an account at Tsudoi. If it was you, please press the button within 24 hours.',
        'If it was not you, there is nothing to do: the address is not used.',
        '',
        button('Confirm this address', address),
      ],
    ],
  })
}

export const emailChange = (to: Reader): Letter =>
  letter(to, {
    ja: [
      'メールアドレスの変更のお申し込みがありました',
      [
        'アカウントのメールアドレスを、別のアドレスへ変更するお申し込みがありました。新しいアドレスで確認されると、変わります。',
        'お心当たりがなければ、すぐにパスワードを変更してください。',
        '',
        button('アカウントを開く', pageFor(to, '/fc/me/account')),
      ],
    ],
    en: [
      'Your e-mail address is about to change',
      [
        'Somebody who is signed in to your account asked for another e-mail address. It changes when the new address is confirmed.',
        'If it was not you, please change your password now.',
        '',
        button('Open my account', pageFor(to, '/fc/me/account')),
      ],
    ],
  })

export const emailChanged = (to: Reader): Letter =>
  letter(to, {
    ja: [
      'メールアドレスを変更しました',
      [
        'アカウントのメールアドレスを変更しました。以後のお知らせは、新しいアドレスに届きます。ログインにも、新しいアドレスをお使いください。',
        'お心当たりがなければ、クラブまたは運営までお問い合わせください。',
      ],
    ],
    en: [
      'Your e-mail address was changed',
      [
        'The e-mail address of your account was changed. Everything from now on goes to the new one, which is also the one to sign in with.',
        'If it was not you, please write to the club or to us.',
      ],
    ],
  })
