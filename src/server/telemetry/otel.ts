import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, type Span as OtelSpan, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Kind, Span, SpanOptions, Tracing } from './trace'

/* Loaded late, and only where there is a collector. Nothing is registered for the whole process: what is not traced here is not traced. */

const kinds: Record<Kind, SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
  consumer: SpanKind.CONSUMER,
}

/** W3C Trace Context, version 00. */
const contextOf = (parent: string | undefined): Context | undefined => {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(parent ?? '') ?? []
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return undefined
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true })
}

/** What an error says may repeat what somebody typed: its kind alone is sent. */
const kindOf = (error: unknown) => {
  if (!(error instanceof Error)) return 'Error'
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}

export const openTracing = (endpoint: string, role: string): Tracing => {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'tsudoi', 'tsudoi.role': role }),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }), {
        scheduledDelayMillis: 1000,
      }),
    ],
  })
  const tracer = provider.getTracer('tsudoi')
  const running = new AsyncLocalStorage<OtelSpan>()

  const open = (name: string, { kind = 'internal', attributes = {}, parent }: SpanOptions): OtelSpan => {
    const around = running.getStore()
    const context = contextOf(parent) ?? (around ? trace.setSpan(ROOT_CONTEXT, around) : ROOT_CONTEXT)
    return tracer.startSpan(name, { kind: kinds[kind], attributes }, context)
  }
  const shown = (span: OtelSpan): Span => ({
    set: (attributes) => void span.setAttributes(attributes),
    end: (error) => {
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: kindOf(error) })
      span.end()
    },
  })
  return {
    begin: (name, options) => shown(open(name, options)),
    within: async (name, options, work) => {
      const own = open(name, options)
      const span = shown(own)
      try {
        const result = await running.run(own, () => work(span))
        span.end()
        return result
      } catch (error) {
        span.end(error)
        throw error
      }
    },
    traceparent: () => {
      const context = running.getStore()?.spanContext()
      if (!context) return undefined
      return `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, '0')}`
    },
    stop: () => provider.shutdown(),
  }
}
