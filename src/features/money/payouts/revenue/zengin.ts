/*
 * The file of 総合振込 that banks take (全国銀行協会): records of 120 bytes, numbers right-aligned with zeros, text
 * left-aligned with spaces, in the single-byte kana of JIS X 0201; each ends with CR LF.
 */
export type Sender = {
  code: string
  name: string
  bankCode: string
  bankName: string
  branchCode: string
  branchName: string
  accountType: '1' | '2'
  accountNumber: string
}
export type Transfer = {
  bankCode: string
  bankName: string
  branchCode: string
  branchName: string
  accountType: 'ordinary' | 'checking' | 'savings'
  accountNumber: string
  holder: string
  amount: number
  /** Comes back in the bank's answer. */
  traceId: string
}

const types = { ordinary: '1', checking: '2', savings: '4' } as const

const digits = (value: string | number, length: number): string => {
  const text = String(value)
  if (!/^\d+$/.test(text) || text.length > length) throw new Error(`“${text}” is no number of ${length} digits.`)
  return text.padStart(length, '0')
}
const letters = (value: string, length: number): string => {
  if (/[^\x20-\x7e\uff61-\uff9f]/.test(value)) throw new Error(`“${value}” has characters that the file cannot hold.`)
  return value.slice(0, length).padEnd(length, ' ')
}

const header = (sender: Sender, monthDay: string) =>
  [
    '1',
    '21',
    '0',
    digits(sender.code, 10),
    letters(sender.name, 40),
    digits(monthDay, 4),
    digits(sender.bankCode, 4),
    letters(sender.bankName, 15),
    digits(sender.branchCode, 3),
    letters(sender.branchName, 15),
    sender.accountType,
    digits(sender.accountNumber, 7),
    letters('', 17),
  ].join('')

const data = (transfer: Transfer) =>
  [
    '2',
    digits(transfer.bankCode, 4),
    letters(transfer.bankName, 15),
    digits(transfer.branchCode, 3),
    letters(transfer.branchName, 15),
    letters('', 4),
    types[transfer.accountType],
    digits(transfer.accountNumber, 7),
    letters(transfer.holder, 30),
    digits(transfer.amount, 10),
    '0',
    digits(transfer.traceId, 10),
    letters('', 10),
    '7',
    letters('', 8),
  ].join('')

const trailer = (transfers: readonly Transfer[]) =>
  [
    '8',
    digits(transfers.length, 6),
    digits(
      transfers.reduce((sum, { amount }) => sum + amount, 0),
      12,
    ),
    letters('', 101),
  ].join('')

/** One byte each: half-width kana are A1 to DF. */
const encoded = (text: string): Uint8Array =>
  Uint8Array.from([...text].map((c) => (c.charCodeAt(0) > 0xff ? c.charCodeAt(0) - 0xff61 + 0xa1 : c.charCodeAt(0))))

/** `monthDay`: the day of the transfers, MMDD. */
export const zenginFile = (sender: Sender, transfers: readonly Transfer[], monthDay: string): Uint8Array => {
  const records = [header(sender, monthDay), ...transfers.map(data), trailer(transfers), `9${letters('', 119)}`]
  for (const record of records) if (record.length !== 120) throw new Error(`A record has ${record.length} bytes.`)
  return encoded(records.map((record) => `${record}\r\n`).join(''))
}
