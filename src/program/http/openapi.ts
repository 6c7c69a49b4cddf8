import { z } from 'zod'
import { serverConfig } from '#config.server.ts'
import { failure, type Operation } from '#kit/contract.ts'
import { operations } from '../operations'

const schemaOf = (type: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any', reused: 'inline' })
  return schema
}

const who: Record<Operation['caller'], string> = {
  visitor: 'Anybody; who is signed in may send a token.',
  fan: 'Anybody who is signed in.',
  tenant: 'Members of the tenant',
  brand: 'Members of the tenant',
  operator: 'Operators of the platform.',
}

const failureAnswer = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
})

const pathOf = (operation: Operation) => {
  const member = operation.caller === 'tenant' || operation.caller === 'brand'
  const refusals = operation.refusals.length > 0 ? ` Refusals: ${operation.refusals.join(', ')}.` : ''
  return {
    post: {
      operationId: operation.name,
      description: `${who[operation.caller]}${member ? ` with one of the roles ${operation.roles.join(', ')}.` : ''}${refusals}`,
      security: operation.caller === 'visitor' ? [{}, { token: [] }] : [{ token: [] }],
      ...(operation.effect === 'write' && {
        parameters: [
          {
            name: 'Idempotency-Key',
            in: 'header',
            description: 'The same key and body within 24 hours are answered, not done, again.',
            schema: { type: 'string', maxLength: 200 },
          },
        ],
      }),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(operation.payload, 'input') } },
      },
      responses: {
        200: {
          description: 'Done.',
          content: { 'application/json': { schema: schemaOf(operation.result, 'output') } },
        },
        400: failureAnswer('Some fields were not accepted; `fields` names them.'),
        ...(operation.caller !== 'visitor' && {
          401: failureAnswer('No good token.'),
          403: failureAnswer('The role does not include this.'),
        }),
        404: failureAnswer('Unknown, or not yours: the two look the same.'),
        ...(operation.refusals.length > 0 && { 409: failureAnswer(`One of: ${operation.refusals.join(', ')}.`) }),
        429: failureAnswer('Too many requests; see Retry-After.'),
        503: failureAnswer('The database or another service does not answer now; see Retry-After.'),
      },
    },
  }
}

/** The stream of a read that can be followed, refused as the call is. */
const followedPathOf = (operation: Operation) => {
  const { responses, description, security } = pathOf(operation).post
  const { 200: _, 429: __, ...refused } = responses
  return {
    get: {
      operationId: `${operation.name}.stream`,
      description: `${description} What changes, by server-sent events, until the caller may not follow it any more.`,
      security,
      parameters: [
        {
          name: 'payload',
          in: 'query',
          required: true,
          description:
            'The payload. With `after`, the number of the last change that is known, the stream goes on there.',
          content: { 'application/json': { schema: schemaOf(operation.payload, 'input') } },
        },
        {
          name: 'Last-Event-ID',
          in: 'header',
          description: 'The same as `after`.',
          schema: { type: 'integer', minimum: 0 },
        },
      ],
      responses: {
        200: {
          description: 'Events `changes`, each with its number as `id`, and `end` (`why`: again or over).',
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        },
        ...refused,
        429: failureAnswer('Too many requests, or too many streams of the caller (`tooManyStreams`); see Retry-After.'),
      },
    },
  }
}

type Path = Partial<ReturnType<typeof pathOf> & ReturnType<typeof followedPathOf>>

/** OpenAPI 3.1 of every operation, generated from the contracts only. */
export const openapi = () => ({
  openapi: '3.1.0',
  info: {
    title: 'Tsudoi',
    version: '1',
    description: 'Every operation is a POST of JSON to {base}/{operation}; some may be followed as well, by a GET.',
  },
  servers: [{ url: serverConfig().PUBLIC_ORIGIN }],
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'A Firebase identity token.' } },
    schemas: { Failure: schemaOf(failure, 'output') },
  },
  paths: Object.fromEntries(
    [...operations.values()].flatMap(({ operation }): [string, Path][] => [
      [`/api/${operation.base}/${operation.name}`, pathOf(operation)],
      ...(operation.follows
        ? [[`/api/follow/${operation.name}`, followedPathOf(operation)] satisfies [string, Path]]
        : []),
    ]),
  ),
})
