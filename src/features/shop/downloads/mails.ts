import { type English, inLanguage } from '#kit/english.ts'
import { button, fact, type Letter, letter, pageFor, type Reader } from '#kit/letter.ts'

type Stopped = { orderNumber: string; orderId: string; brandName: string; fileName: string }

/** To the buyer: the file was downloaded from more networks than one person normally uses. */
export const downloadStopped = (to: Reader, { orderNumber, orderId, brandName, fileName }: Stopped): Letter => {
  const page = pageFor(to, `/fc/me/orders/${orderId}`)
  return letter(to, {
    ja: [
      `ダウンロードを停止しました（${orderNumber}）`,
      [
        `「${fileName}」が、1日のうちに多くの場所からダウンロードされたため、いったん停止しました。`,
        'お心当たりがないときは、パスワードを変更してください。再開をご希望のときは、販売者にお問い合わせください。',
        '',
        fact('ファンクラブ', brandName),
        fact('ご注文番号', orderNumber),
        button('ご注文の内容を見る', page),
      ],
    ],
    en: [
      `A download was stopped (${orderNumber})`,
      [
        `“${fileName}” was downloaded from many places within one day, so we have stopped it for now.`,
        'If this was not you, please change your password. To have it opened again, please write to the seller.',
        '',
        fact('Fan club', brandName),
        fact('Order', orderNumber),
        button('See your order', page),
      ],
    ],
  })
}

/** To staff: the download was suspended automatically. */
export const downloadStoppedForStaff = (to: Reader, path: string, { orderNumber, fileName }: Stopped): Letter =>
  letter(to, {
    ja: [
      `ダウンロードを自動で停止しました（${orderNumber}）`,
      [
        `注文 ${orderNumber} の「${fileName}」が、1日のうちに6か所以上からダウンロードされたため、自動で停止しました。`,
        '購入した方にもお知らせしています。確認のうえ、注文の画面から再開できます。',
        '',
        button('注文を開く', pageFor(to, path)),
      ],
    ],
    en: [
      `A download was stopped (${orderNumber})`,
      [
        `“${fileName}” of order ${orderNumber} was downloaded from six or more places within one day, so it was stopped.`,
        'The buyer has been told as well. It can be opened again on the page of the order.',
        '',
        button('Open the order', pageFor(to, path)),
      ],
    ],
  })

type Replaced = Omit<Stopped, 'fileName'> & {
  goods: { name: string; english: English<'name'> }
  fileNames: readonly string[]
}

/** To the buyer: a newer version of the file is available for free. */
export const fileReplaced = (to: Reader, of: Replaced): Letter => {
  const { orderNumber, orderId, brandName, goods, fileNames } = of
  const goodsName = inLanguage(goods, to.locale).name
  const page = pageFor(to, `/fc/me/orders/${orderId}`)
  return letter(to, {
    ja: [
      `ご購入のファイルが新しくなりました（${orderNumber}）`,
      [
        `「${goodsName}」のファイルが新しくなりました。ご購入済みの方は、新しいファイルをダウンロードできます。`,
        '',
        ...fileNames.map((name) => `・${name}`),
        '',
        fact('ファンクラブ', brandName),
        fact('ご注文番号', orderNumber),
        button('ダウンロードする', page),
      ],
    ],
    en: [
      `A file that you bought has a new version (${orderNumber})`,
      [
        `“${goodsName}” has a newer version. You own it and can download it at no cost:`,
        '',
        ...fileNames.map((name) => `- ${name}`),
        '',
        fact('Fan club', brandName),
        fact('Order', orderNumber),
        button('Download', page),
      ],
    ],
  })
}
