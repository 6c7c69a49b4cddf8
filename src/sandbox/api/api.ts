import type Stripe from 'stripe'
import { z } from 'zod'
import { newCustomer, newPrice, newProduct } from '../objects/customers'
import { get, list, lock, newObjectId, save } from '../store'
import type { World } from '../world'
import { checkoutRoutes } from './checkout'
import { boolean, expand, integer, invalid, metadata, read, text, yen } from './form'
import { refundRoutes } from './refunds'
import { listing, paging, type Routes, retrieve } from './routes'
import { subscriptionRoutes } from './subscriptions'

const orNull = <T>(value: T | undefined): T | null => value ?? null

// --- Customers, products, prices -------------------------------------------------------------------------------------

const customerFields = z.strictObject({
  email: z.union([z.literal(''), z.email().max(512)]).optional(),
  name: z.string().max(256).optional(),
  phone: z.string().max(20).optional(),
  metadata: metadata.default({}),
  preferred_locales: z.array(text).max(10).optional(),
  expand,
})

const customers: Routes = {
  'POST /v1/customers': async ({ db, at, emit }, { sent }) => {
    const of = read(customerFields, sent)
    const customer = newCustomer(at, {
      email: of.email || null,
      name: orNull(of.name),
      phone: orNull(of.phone),
      metadata: of.metadata,
      locale: orNull(of.preferred_locales?.[0]),
    })
    save(db, customer)
    emit('customer.created', customer)
    return { body: customer, expand: of.expand }
  },
  'POST /v1/customers/:id': async ({ db, emit }, { id, sent }) => {
    const { metadata: more, expand: asked, preferred_locales, ...of } = read(customerFields, sent)
    const { body, kept } = await lock(db, 'customer', id)
    // An empty text unsets what was there.
    const given = Object.fromEntries(
      Object.entries(of).flatMap(([name, value]) => (value === undefined ? [] : [[name, value === '' ? null : value]])),
    )
    const changed: Stripe.Customer = {
      ...body,
      ...given,
      ...(preferred_locales && { preferred_locales }),
      metadata: { ...body.metadata, ...more },
    }
    save(db, changed, { kept })
    emit('customer.updated', changed)
    return { body: changed, expand: asked }
  },
  'GET /v1/customers/:id': retrieve('customer'),
  'GET /v1/customers': listing('customer', '/v1/customers'),
}

const products: Routes = {
  'POST /v1/products': async ({ db, at }, { sent }) => {
    const of = read(z.strictObject({ name: text, metadata: metadata.default({}), expand }), sent)
    const product = newProduct(at, of)
    save(db, product)
    return { body: product, expand: of.expand }
  },
  'GET /v1/products/:id': retrieve('product'),
  'GET /v1/products': listing('product', '/v1/products'),
}

const priceFields = z.strictObject({
  currency: yen,
  unit_amount: integer.pipe(z.number().min(0).max(99_999_999)),
  product: text.optional(),
  product_data: z
    .strictObject({
      name: text,
      // https://docs.stripe.com/api/prices/create#create_price-product_data-statement_descriptor
      statement_descriptor: z
        .string()
        .min(5)
        .max(22)
        .regex(/^(?=.*[A-Za-z])[^<>\\"'*]+$/)
        .optional(),
      metadata: metadata.default({}),
    })
    .optional(),
  recurring: z
    .strictObject({ interval: z.enum(['month', 'year']), interval_count: z.literal('1').optional() })
    .optional(),
  lookup_key: z.string().min(1).max(200).optional(),
  nickname: z.string().max(500).optional(),
  metadata: metadata.default({}),
  expand,
})

const pricesByKeys = (world: World, keys: readonly string[]) =>
  list(world.db, 'price', { limit: 100 }, [keys.map((key) => `lookup_key:${key}`)])

const prices: Routes = {
  'POST /v1/prices': async (world, { sent }) => {
    const { db, at } = world
    const of = read(priceFields, sent)
    if ((of.product === undefined) === (of.product_data === undefined)) {
      throw invalid('You must provide one of `product` or `product_data`.', {
        code: 'parameter_missing',
        param: 'product',
      })
    }
    const taken = of.lookup_key ? (await pricesByKeys(world, [of.lookup_key])).data[0] : undefined
    if (taken) {
      throw invalid(`A price (\`${taken.id}\`) already uses that lookup key.`, {
        code: 'resource_already_exists',
        param: 'lookup_key',
      })
    }
    const made = of.product_data && newProduct(at, of.product_data)
    if (made) save(db, made)
    const product = made ?? (await get(db, 'product', of.product ?? '', 'product')).body
    const price = newPrice(at, {
      product: product.id,
      amount: of.unit_amount,
      interval: orNull(of.recurring?.interval),
      lookupKey: orNull(of.lookup_key),
      nickname: of.nickname ?? product.name,
      metadata: of.metadata,
    })
    save(db, price)
    return { body: price, expand: of.expand }
  },
  'GET /v1/prices/:id': retrieve('price'),
  'GET /v1/prices': async (world, { sent }) => {
    const query = read(
      z.strictObject({
        ...paging,
        lookup_keys: z.array(text).max(10).optional(),
        product: text.optional(),
        active: boolean.optional(),
      }),
      sent,
    )
    const refs = [
      ...(query.lookup_keys ? [query.lookup_keys.map((key) => `lookup_key:${key}`)] : []),
      ...(query.product ? [[`product:${query.product}`]] : []),
    ]
    return {
      body: { object: 'list', url: '/v1/prices', ...(await list(world.db, 'price', query, refs)) },
      expand: query.expand,
    }
  },
}

// --- The billing portal and events -----------------------------------------------------------------------------------

const onOff = z.strictObject({ enabled: boolean }).optional()
const configurationFields = z.strictObject({
  features: z.strictObject({
    payment_method_update: onOff,
    invoice_history: onOff,
    customer_update: onOff,
    subscription_cancel: onOff,
    subscription_update: onOff,
  }),
  metadata: metadata.default({}),
  expand,
})

const newConfiguration = (
  at: number,
  of: z.output<typeof configurationFields>,
): Stripe.BillingPortal.Configuration => ({
  id: newObjectId('billing_portal.configuration'),
  object: 'billing_portal.configuration',
  active: true,
  application: null,
  business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
  created: at,
  default_return_url: null,
  features: {
    customer_update: { allowed_updates: [], enabled: of.features.customer_update?.enabled ?? false },
    invoice_history: { enabled: of.features.invoice_history?.enabled ?? false },
    payment_method_update: {
      enabled: of.features.payment_method_update?.enabled ?? false,
      payment_method_configuration: null,
    },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: of.features.subscription_cancel?.enabled ?? false,
      mode: 'at_period_end',
      proration_behavior: 'none',
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: [],
      enabled: of.features.subscription_update?.enabled ?? false,
      proration_behavior: 'none',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'continue_trial',
    },
  },
  is_default: false,
  livemode: false,
  login_page: { enabled: false, url: null },
  metadata: of.metadata,
  name: null,
  updated: at,
})

const portal: Routes = {
  'POST /v1/billing_portal/configurations': async ({ db, at }, { sent }) => {
    const of = read(configurationFields, sent)
    const configuration = newConfiguration(at, of)
    save(db, configuration)
    return { body: configuration, expand: of.expand }
  },
  'GET /v1/billing_portal/configurations': async ({ db }, { sent }) => {
    const query = read(z.strictObject({ ...paging, active: boolean.optional() }), sent)
    const { data, has_more } = await list(db, 'billing_portal.configuration', query)
    return { body: { object: 'list', url: '/v1/billing_portal/configurations', data, has_more } }
  },
  'POST /v1/billing_portal/sessions': async ({ db, at }, { sent, origin }) => {
    const of = read(
      z.strictObject({
        customer: text,
        return_url: z.url().optional(),
        locale: z.enum(['ja', 'en', 'auto']).optional(),
        configuration: text.optional(),
        flow_data: z
          .strictObject({
            type: z.enum(['payment_method_update']),
            after_completion: z
              .strictObject({ type: z.literal('redirect'), redirect: z.strictObject({ return_url: z.url() }) })
              .optional(),
          })
          .optional(),
        expand,
      }),
      sent,
    )
    const { body: customer } = await get(db, 'customer', of.customer, 'customer')
    const configuration = of.configuration
      ? await get(db, 'billing_portal.configuration', of.configuration, 'configuration')
      : null
    const id = newObjectId('billing_portal.session')
    const session: Stripe.BillingPortal.Session = {
      id,
      object: 'billing_portal.session',
      after_expiration: null,
      configuration: configuration?.body.id ?? '',
      created: at,
      customer: customer.id,
      customer_account: null,
      flow: of.flow_data
        ? {
            type: of.flow_data.type,
            after_completion: {
              type: of.flow_data.after_completion ? 'redirect' : 'portal_homepage',
              hosted_confirmation: null,
              redirect: of.flow_data.after_completion?.redirect ?? null,
            },
            customer_update: null,
            subscription_cancel: null,
            subscription_pause: null,
            subscription_update: null,
            subscription_update_confirm: null,
          }
        : null,
      livemode: false,
      locale: of.locale ?? null,
      on_behalf_of: null,
      return_url: of.return_url ?? null,
      url: `${origin}${of.locale === 'en' ? '/en' : ''}/sandbox/portal/${id}`,
    }
    save(db, session)
    return { body: session, expand: of.expand }
  },
}

const events: Routes = {
  'GET /v1/events/:id': retrieve('event'),
  'GET /v1/events': async ({ db }, { sent }) => {
    const query = read(
      z.strictObject({ ...paging, type: text.optional(), types: z.array(text).max(20).optional() }),
      sent,
    )
    const types = query.types ?? (query.type ? [query.type] : [])
    const refs = types.length > 0 ? [types.map((type) => `type:${type}`)] : []
    return {
      body: { object: 'list', url: '/v1/events', ...(await list(db, 'event', query, refs)) },
      expand: query.expand,
    }
  },
}

/** The account that a key is of: https://docs.stripe.com/api/accounts/retrieve */
const account = {
  id: 'acct_1TsudoiSandbox',
  object: 'account',
  country: 'JP',
  default_currency: 'jpy',
  charges_enabled: true,
  payouts_enabled: true,
  details_submitted: true,
  email: null,
  type: 'standard',
} as const satisfies Partial<Stripe.Account>

export const routes: Routes = {
  'GET /v1/account': async () => ({ body: account }),
  ...customers,
  ...products,
  ...prices,
  ...checkoutRoutes,
  ...refundRoutes,
  ...subscriptionRoutes,
  ...portal,
  ...events,
  'GET /v1/payment_methods/:id': retrieve('payment_method'),
  'GET /v1/charges/:id': retrieve('charge'),
  'GET /v1/charges': listing('charge', '/v1/charges', ['customer', 'payment_intent']),
  'GET /v1/balance_transactions/:id': retrieve('balance_transaction'),
  'GET /v1/balance_transactions': listing('balance_transaction', '/v1/balance_transactions', ['type']),
  'GET /v1/disputes/:id': retrieve('dispute'),
  'GET /v1/disputes': listing('dispute', '/v1/disputes', ['charge', 'payment_intent']),
}
