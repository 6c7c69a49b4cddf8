import { useWrite } from '../../client/useOperation'
import { useAttempt } from '../../ui/useAttempt'
import { exports } from './contract'

/** Saves a file. Its address is asked for by the press alone, which is written down. */
export const useExportFile = (ids: { tenantId: string; brandId: string }, refusals: Record<string, string>) => {
  const attempt = useAttempt(refusals)
  const ask = useWrite(exports.getExportUrl)
  return {
    save: (exportId: string) =>
      void attempt(async () => {
        const { url } = await ask.mutateAsync({ ...ids, exportId })
        window.location.assign(url)
      }),
    isBusy: (exportId: string) => ask.isPending && ask.variables.exportId === exportId,
  }
}
