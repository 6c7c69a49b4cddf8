import { withDurable } from './durable'
import { inVitest } from './inVitest'
import { say, table } from './measure'

/** What is left of a release day. Money in yen. */
export type Told = {
  buyers: number
  /** Who had not begun when the time was over. */
  late: number
  seconds: number
  refused: [sentence: string, times: number][]
  unforeseen: string[]
  stock: { had: number; left: number; sold: number }
  orders: { paid: number; pieces: number; open: number }
  money: {
    ordered: number
    cash: number
    atProvider: number
    /** The sum of all entries. */
    ledger: number
    agrees: boolean
    movements: number
    unbalanced: number
  }
  queue: { waiting: number; failed: number }
  /** Medians in seconds: from the first call to the provider's page, and from the payment there until the fan sees it. */
  took: { ordered: number; paid: number }
  wrongStock: number
  /** How often they looked whether their payment has come: the slower it is, the more. */
  looks: number
  /** Milliseconds of processor time in each part of the day, of as many fans each; the program's with the sandbox and the fans themselves. */
  processor: { program: number; database: number }[]
}

/** Seconds that a release day may take. */
const bound = 600

const missesOf = ({ buyers, late, seconds, refused, unforeseen, stock, orders, money, queue, wrongStock }: Told) => {
  const isSoldOut = buyers - late > stock.had
  const told = refused.reduce((all, [, times]) => all + times, 0)
  const wrong: [boolean, string][] = [
    [late > 0, `${late} of ${buyers} fans had not begun to buy in time`],
    [seconds > bound, `it took ${seconds.toFixed(0)} s, wanted ${bound}`],
    [stock.sold > stock.had || stock.left < 0, `${stock.sold} pieces of ${stock.had} were sold`],
    [stock.sold + stock.left !== stock.had, `${stock.had} pieces became ${stock.sold} sold and ${stock.left} left`],
    [isSoldOut && stock.left > 0, `${stock.left} pieces were left although more wanted one`],
    [wrongStock > 0, `the figures of ${wrongStock} variations are not those of their moves and orders`],
    [
      orders.pieces !== stock.sold || orders.open > 0,
      `${orders.pieces} pieces are paid, ${stock.sold} are sold, ${orders.open} orders are open`,
    ],
    [
      orders.paid + told + late !== buyers,
      `of ${buyers} fans ${orders.paid} bought, ${told} were told that nothing is left`,
    ],
    [money.cash !== money.ordered, `the orders are ${money.ordered} yen, the ledger has ${money.cash}`],
    [money.atProvider !== money.cash, `the provider has ${money.atProvider} yen, the ledger ${money.cash}`],
    [
      money.ledger !== 0 || money.unbalanced > 0,
      `the ledger’s sum is ${money.ledger}, ${money.unbalanced} movements do not balance`,
    ],
    [!money.agrees, 'the statement is not what the ledger says (checkRevenue)'],
    [queue.waiting > 0 || queue.failed > 0, `${queue.waiting} jobs still wait, ${queue.failed} have failed`],
  ]
  return [...unforeseen, ...wrong.flatMap(([isWrong, what]) => (isWrong ? [what] : []))]
}

/** Mails are written as the built program writes them, the day passes by itself, and nothing is kept for the tests of types. */
const asBuilt = { NODE_ENV: 'production', CLOCK: 'real', RECORD_SENT: 'off' }

/** Part of `npm run soak`: so many orders of one brand as fast as the provider's sandbox answers. */
export const release = async (count: string): Promise<string[]> => {
  const { lines, failed } = await withDurable((server) =>
    inVitest<Told>('release', { ...server, ...asBuilt, SOAK_RELEASE: count }),
  )
  for (const told of lines) {
    const { buyers, seconds, refused, stock, orders, money, took, looks, processor } = told
    say(`\nA release day of one brand: ${buyers} fans for ${stock.had} pieces`)
    table(
      ['', ''],
      [
        ['seconds', seconds],
        ['orders paid', String(orders.paid)],
        ['orders a second', orders.paid / seconds],
        ['bookings (movements of the ledger) a second', money.movements / seconds],
        ['from the cart to the provider’s page, median of seconds', took.ordered.toFixed(2)],
        ['from the payment there until the fan sees it, median of seconds', took.paid.toFixed(2)],
        ['looks whether it has come, an order', (looks / orders.paid).toFixed(1)],
        ...(['program', 'database'] as const).flatMap((whose): [string, string][] => {
          const spent = processor.map((part) => part[whose])
          const each = (ms: number) => (ms / (buyers / processor.length)).toFixed(1)
          return [
            [
              `processor time an order, ${whose}, ms`,
              (spent.reduce((sum, ms) => sum + ms, 0) / orders.paid).toFixed(1),
            ],
            [`and a fan in each part of the day (who comes last gets none)`, spent.map(each).join(', ')],
          ]
        }),
        ['pieces sold + left', `${stock.sold} + ${stock.left}`],
        ['yen ordered, in the ledger, at the provider', `${money.ordered}, ${money.cash}, ${money.atProvider}`],
        ...refused.map(([sentence, times]) => [`told: ${sentence}`, String(times)]),
      ],
    )
  }
  return [
    ...lines.flatMap(missesOf),
    ...(lines.length === 0 ? [`the release day did not come to its end: ${failed}`] : []),
  ]
}
