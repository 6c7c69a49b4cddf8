/** The sender on a parcel's label. */
export type Sender = { name: string; phone: string; postalCode: string; address: string; building: string }

/** Who pays the freight, as a carrier numbers its customers; e飛伝III asks for the first alone. */
export const billedFormats = ['b2cloud', 'ehidenIII'] as const
export type BilledFormat = (typeof billedFormats)[number]
export type Billing = { customerCode: string; classCode: string; freightNumber: string }

const labelled = (lines: readonly string[], labels: RegExp) => {
  for (const line of lines) {
    const [, label = '', value = ''] = /^[\s■●・【]*([^:】]{2,16})[】\s]*:\s*(.+)$/.exec(line) ?? []
    if (labels.test(label.trim())) return value.trim()
  }
  return ''
}

/** The seller, read from lines of a legal notice such as 「所在地: 東京都…」 or “Address: …”; '' of what it does not say. */
export const senderIn = (legalNotice: string): Sender => {
  const lines = legalNotice.normalize('NFKC').split('\n')
  const place = labelled(lines, /^(所在地|住所|address\b|location\b)/i)
  const [written = '', code = ''] = /〒?\s*(\d{3}-?\d{4})(?!\d)/.exec(place) ?? []
  return {
    name: labelled(lines, /^(販売業者|販売事業者|販売者|事業者|seller\b|sold by\b)/i),
    phone: /0[\d-]{8,12}\d/.exec(labelled(lines, /^(電話|tel|phone)/i))?.[0] ?? '',
    postalCode: code,
    address: (place.startsWith(written) ? place.slice(written.length) : place).trim(),
    building: '',
  }
}
