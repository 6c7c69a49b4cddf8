import type { Yen } from '#kit/money.ts'
import type { SubscriptionInterval } from './plan'

/*
 * What the descriptions of a brand's plans promise, compared (rule: plan.benefits). Each line is one benefit. A line that promises all of
 * another plan on sale stands for that plan's own lines. They are compared as the creator wrote them, since some plans may be told in English
 * and others not, and told in English where a plan's English lines stand one by one beside those.
 */

type Described = {
  planId: string
  name: string
  description: string
  original?: { name: string; description: string } | undefined
  prices: readonly { price: Yen; subscriptionInterval: SubscriptionInterval }[]
}

const bullet = /^[\s・•●○◆◇■□★☆✓✔※*–—-]+/
const linesOf = (description: string) =>
  description
    .split('\n')
    .map((line) => line.replace(bullet, '').trim())
    .filter((line) => line !== '')

/** What a line says when it promises all of the plan whose name stands at the mark; a plan that is only named beside an "all" is not meant. */
const all = /^[「『"“]?\0[」』"”]?(?:の|にある)?(?:特典|内容|コンテンツ|もの)?(?:の|が|を|は)?(?:すべて|全て|全部)/
const allInEnglish = /^(?:everything|all)(?: the)?(?: benefits| contents)? (?:in|of|from)(?: the)? ["“]?\0/i
const promisesAll = (line: string, name: string) => {
  const marked = line.replace(name, '\0')
  return all.test(marked) || allInEnglish.test(marked)
}
const writtenOf = ({ original, name, description }: Described) => original ?? { name, description }
const englishOf = (plans: readonly Described[]): ReadonlyMap<string, string> =>
  new Map(
    plans.flatMap((plan) => {
      const [written, told] = [linesOf(writtenOf(plan).description), linesOf(plan.description)]
      return written.length === told.length ? written.map((line, n) => [line, told[n] ?? line] as const) : []
    }),
  )

/** The other plan all of whose benefits a line promises. */
const wholeOf = <Plan extends Described>(line: string, of: Plan, plans: readonly Plan[]): Plan | undefined => {
  const named = plans
    .map((plan) => ({ plan, name: writtenOf(plan).name }))
    .filter(({ plan, name }) => plan.planId !== of.planId && name !== '' && line.includes(name))
    // "Star plan, gold" names that one, and not "Star plan".
    .toSorted((one, other) => other.name.length - one.name.length)
  return named.find(({ name }) => promisesAll(line, name))?.plan
}

const collect = <Plan extends Described>(plan: Plan, plans: readonly Plan[], seen: Set<string>): string[] => {
  if (seen.has(plan.planId)) return []
  seen.add(plan.planId)
  return linesOf(writtenOf(plan).description).flatMap((line) => {
    const whole = wholeOf(line, plan, plans)
    return whole ? collect(whole, plans, seen) : [line]
  })
}

/** A plan's benefits, those of the plans that it includes among them; each once. */
export const benefitsOf = <Plan extends Described>(plan: Plan, plans: readonly Plan[]): ReadonlySet<string> => {
  const english = englishOf(plans)
  return new Set(collect(plan, plans, new Set()).map((line) => english.get(line) ?? line))
}

export type Benefit = { line: string; planIds: string[] }

/** Every benefit, and the plans that have it; in the order of the plans and of their lines. */
export const comparisonOf = (plans: readonly Described[]): Benefit[] => {
  const all = new Map<string, string[]>()
  for (const plan of plans)
    for (const line of benefitsOf(plan, plans)) all.set(line, [...(all.get(line) ?? []), plan.planId])
  return [...all].map(([line, planIds]) => ({ line, planIds }))
}

/** What other plans have and this one has not, with the cheapest plan that has it. */
export const missingOf = <Plan extends Described>(
  plan: Plan,
  plans: readonly Plan[],
): { line: string; planId: string; name: string }[] => {
  const own = benefitsOf(plan, plans)
  return comparisonOf(plans).flatMap(({ line, planIds }) => {
    const [first] = plans.filter(({ planId }) => planIds.includes(planId) && planId !== plan.planId)
    return own.has(line) || !first ? [] : [{ line, planId: first.planId, name: first.name }]
  })
}

export type Saving = {
  /** What a month of the year costs; rounded up, so that nothing is promised too cheap. */
  perMonth: Yen
  /** The dearest monthly plan all of whose benefits the year has, and what twelve months of it cost more. */
  against: { name: string; yen: Yen } | null
}

/** What yearly plans save, by their ids. */
export type Savings = Readonly<Record<string, Saving>>
export const savingsOf = (plans: readonly Described[]): Savings =>
  Object.fromEntries(
    plans.flatMap((plan) => {
      const saving = savingOf(plan, plans)
      return saving ? [[plan.planId, saving]] : []
    }),
  )

/** What a yearly plan saves; null for a monthly one. */
export const savingOf = <Plan extends Described>(plan: Plan, plans: readonly Plan[]): Saving | null => {
  const [price] = plan.prices
  if (price?.subscriptionInterval !== 'year') return null
  const own = benefitsOf(plan, plans)
  const [against] = plans
    .flatMap((other) => {
      const [monthly] = other.prices
      const benefits = [...benefitsOf(other, plans)]
      const isWithin = benefits.length > 0 && benefits.every((line) => own.has(line))
      if (monthly?.subscriptionInterval !== 'month' || !isWithin) return []
      return [{ name: other.name, yen: monthly.price * 12 - price.price }]
    })
    .toSorted((one, other) => other.yen - one.yen)
  return { perMonth: Math.ceil(price.price / 12), against: against && against.yen > 0 ? against : null }
}
