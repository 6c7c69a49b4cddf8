import { describe, expect, test } from 'vitest'
import { openapi } from '#program/http/openapi.ts'
import { operations } from '#program/operations.ts'
import { demoSettings } from '../support/settings'

demoSettings()
const registered = [...operations.values()].map(({ operation }) => operation)

describe('the OpenAPI document', () => {
  const document = JSON.parse(JSON.stringify(openapi())) as ReturnType<typeof openapi>
  type Node = Record<string, unknown>
  const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

  /** Every keyword that a schema of ours may use; one that is misspelt would say nothing at all. */
  const keywords = new Set(
    'type properties required additionalProperties items prefixItems enum const anyOf oneOf allOf not pattern format minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems propertyNames default description $ref'.split(
      ' ',
    ),
  )
  const checkSchema = (schema: unknown, path: string): void => {
    expect(isNode(schema), path).toBe(true)
    const node = schema as Node
    for (const [key, value] of Object.entries(node)) {
      expect(keywords, `${path} ${key}`).toContain(key)
      if (key === 'properties')
        for (const [name, each] of Object.entries(value as Node)) checkSchema(each, `${path}.${name}`)
      if (key === 'items' && isNode(value)) checkSchema(value, `${path}[]`)
      if (['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(key)) {
        expect(Array.isArray(value), path).toBe(true)
        for (const [i, each] of (value as unknown[]).entries()) checkSchema(each, `${path}.${key}.${i}`)
      }
      // A record names its keys by an enum and has no properties of its own.
      if (key === 'required' && !('propertyNames' in node)) {
        const names = Object.keys((node.properties ?? {}) as Node)
        for (const name of value as string[]) expect(names, `${path} requires`).toContain(name)
      }
      if (key === 'pattern') expect(() => new RegExp(String(value), 'u'), `${path} ${value}`).not.toThrow()
    }
  }
  const refs = (value: unknown): string[] => {
    if (Array.isArray(value)) return value.flatMap(refs)
    if (!isNode(value)) return []
    return Object.entries(value).flatMap(([key, each]) => (key === '$ref' ? [String(each)] : refs(each)))
  }

  test('names every operation once, at its own address, and the stream of what may be followed', () => {
    const found = Object.entries(document.paths).map(([path, { post, get }]) => [
      path,
      post?.operationId ?? get?.operationId,
    ])
    const followed = registered.filter(({ follows }) => follows)
    expect(followed.length).toBeGreaterThan(0)
    expect(found.sort()).toEqual(
      [
        ...registered.map(({ base, name }) => [`/api/${base}/${name}`, name]),
        ...followed.map(({ name }) => [`/api/follow/${name}`, `${name}.stream`]),
      ].sort(),
    )
  })

  test('is a valid document of version 3.1', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: expect.any(String), version: expect.any(String) },
    })
    for (const { url } of document.servers) expect(URL.canParse(url)).toBe(true)
    for (const ref of refs(document)) {
      const target = ref
        .replace(/^#\//, '')
        .split('/')
        .reduce<unknown>((node, key) => (isNode(node) ? node[key] : undefined), document)
      expect(target, ref).toBeDefined()
    }
    for (const [name, schema] of Object.entries(document.components.schemas)) checkSchema(schema, name)
    for (const [path, { post, get }] of Object.entries(document.paths)) {
      const asked = post ?? get ?? expect.fail(path)
      for (const requirement of asked.security) {
        for (const scheme of Object.keys(requirement)) {
          expect(Object.keys(document.components.securitySchemes), path).toContain(scheme)
        }
      }
      for (const [status, response] of Object.entries(asked.responses)) {
        expect(status, path).toMatch(/^[2-5]\d\d$/)
        expect(response, path).toMatchObject({ description: expect.any(String) })
      }
      const body = (post?.requestBody ?? get?.parameters[0])?.content?.['application/json'].schema
      expect(body, path).toMatchObject({ type: 'object' })
      checkSchema(body, path)
      if (get) expect(Object.keys(get.responses[200].content), path).toEqual(['text/event-stream'])
      if (!post) continue
      checkSchema(post.responses[200].content['application/json'].schema, `${path} 200`)
    }
  })

  test('says who may ask, and what is refused', () => {
    for (const operation of registered) {
      const path = document.paths[`/api/${operation.base}/${operation.name}`]
      expect(
        path?.post?.security.some((each) => Object.keys(each).length === 0),
        operation.name,
      ).toBe(operation.caller === 'visitor')
      for (const code of operation.refusals) expect(path?.post?.description).toContain(code)
    }
  })
})
