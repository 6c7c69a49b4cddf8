import { metrics } from './metrics'
import { traced } from './trace'

export type Service = 'identity' | 's3' | 'smtp' | 'bank codes' | 'analytics' | 'push' | 'shared cache'

/**
 * A call to another service, counted and traced; the payment provider's are told by its SDK (payments/stripeCalls.ts). `isAnswer`: an
 * error that is what the service has to say, as that something is not there.
 */
export const outsideCall = <T>(
  { service, call, isAnswer = () => false }: { service: Service; call: string; isAnswer?: (error: unknown) => boolean },
  work: () => Promise<T>,
): Promise<T> =>
  traced(`${service} ${call}`, { kind: 'client', attributes: { 'peer.service': service } }, async () => {
    const stopTimer = metrics().outsideSeconds.startTimer({ service, call })
    try {
      const answer = await work()
      stopTimer({ outcome: 'done' })
      return answer
    } catch (error) {
      stopTimer({ outcome: isAnswer(error) ? 'done' : 'failed' })
      throw error
    }
  })
