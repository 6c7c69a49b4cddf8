import { useWrite } from '#client/useOperation.ts'
import { useAttempt } from '#ui/useAttempt.ts'
import { exports } from './contract'

/** Downloads a file. The URL is requested only on press, because each request is audited. */
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
