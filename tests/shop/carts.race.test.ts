import { describe, expect, test } from 'vitest'
import { pool } from '#server/db.ts'
import { carts } from '#shop/carts/contract.ts'
import { ask, club, person, refused } from '../support/club'
import { makeGoods, put, variation } from '../support/goods'

const presses = 12
const times = <T>(work: (n: number) => Promise<T>) => Promise.all(Array.from({ length: presses }, (_, n) => work(n)))

describe('a fan presses in several tabs at once', () => {
  test('every press puts its piece in, and is answered with a cart that holds it', async () => {
    const [of, fan] = [await club(), await person()]
    const made = await makeGoods(of, { variations: [variation(null)] })
    const answers = await times(() => put(of, fan, made))
    const held = answers.map(({ goodsList }) => goodsList[0]?.quantity ?? 0)
    expect(held.toSorted((a, b) => a - b)).toEqual(Array.from({ length: presses }, (_, n) => n + 1))
    expect(new Set(answers.map(({ cartId }) => cartId)).size).toBe(1)
    const { rows } = await pool().query('select version from carts where cart_id = $1', [answers[0]?.cartId])
    expect(rows).toEqual([{ version: presses }])
  })

  test('things of several kinds lie there all, and the last answer shows them', async () => {
    const [of, fan] = [await club(), await person()]
    const made = await makeGoods(of, { variations: ['S', 'M', 'L', 'XL'].map((name) => variation(null, name)) })
    const answers = await times((n) => put(of, fan, made, 1, made.variationIds[n % 4] ?? ''))
    const piecesOf = ({ goodsList }: (typeof answers)[number]) => goodsList.reduce((sum, one) => sum + one.quantity, 0)
    // Each answer is consistent: the cart has as many pieces as calls were made before it.
    expect(answers.map(piecesOf).toSorted((a, b) => a - b)).toEqual(Array.from({ length: presses }, (_, n) => n + 1))
  })

  test('no more than one person may have, over all variations, nor more than there are', async () => {
    const [of, fan] = [await club(), await person()]
    const five = await makeGoods(of, { maxPerPerson: 5, variations: [variation(null, 'S'), variation(null, 'M')] })
    const few = await makeGoods(of, { variations: [variation(3)] })
    const answers = await times((n) =>
      Promise.allSettled([
        ask(
          carts.addGoodsToCart,
          { ...of.ids, goodsId: five.goodsId, variationId: five.variationIds[n % 2] ?? '', quantity: 1 },
          fan,
        ),
        put(of, fan, few),
      ]),
    )
    const done = (which: 0 | 1) => answers.filter((pair) => pair[which].status === 'fulfilled').length
    expect([done(0), done(1)]).toEqual([5, 3])
    const [cart] = (await ask(carts.getCarts, {}, fan)).carts
    const of5 = cart?.goodsList.filter(({ goodsId }) => goodsId === five.goodsId) ?? []
    expect(of5.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(5)
    expect(cart?.goodsList.find(({ goodsId }) => goodsId === few.goodsId)?.quantity).toBe(3)
    expect(await refused(carts.addGoodsToCart, { ...of.ids, ...few, quantity: 1 }, fan)).toMatchObject({
      code: 'stockShortage',
    })
  })

  test('what an addition answers is what the cart then holds', async () => {
    const [of, fan] = [await club(), await person()]
    const [made, other] = [
      await makeGoods(of),
      await makeGoods(of, { variations: [variation(2, 'S'), variation(2, 'M')] }),
    ]
    for (const variationId of [...other.variationIds, ...other.variationIds]) {
      await put(of, fan, made)
      const answered = await put(of, fan, other, 1, variationId)
      expect((await ask(carts.getCarts, {}, fan)).carts).toEqual([answered])
    }
  })

  test('control: a quantity that is read before it is written loses presses', async () => {
    const [of, fan] = [await club(), await person()]
    const made = await makeGoods(of, { variations: [variation(null)] })
    const { cartId } = await put(of, fan, made)
    const naive = async () => {
      const { rows } = await pool().query('select quantity from cart_items where cart_id = $1', [cartId])
      await pool().query('select pg_sleep(0.005)')
      await pool().query('update cart_items set quantity = $2 where cart_id = $1', [cartId, rows[0].quantity + 1])
    }
    await times(naive)
    const { rows } = await pool().query('select quantity from cart_items where cart_id = $1', [cartId])
    expect(rows[0].quantity).toBeLessThan(presses + 1)
  })
})
