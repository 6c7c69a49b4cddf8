import { routes } from '#client/routes.ts'
import { useWrite } from '#client/useOperation.ts'
import { useLocale } from '#client/words.tsx'
import { useAttempt } from '#ui/useAttempt.ts'
import { subscriptions } from '../contract'
import { useFanSubscriptionWords } from './words'

/** To the provider's page where the fan's card is changed; it leads back to the plans. */
export const useCardChange = () => {
  const { refusals } = useFanSubscriptionWords()
  const locale = useLocale()
  const attempt = useAttempt(refusals)
  const change = useWrite(subscriptions.changePaymentMethod)
  const go = () =>
    attempt(async () => {
      const returnUrl = `${locale === 'en' ? '/en' : ''}${routes.myPlans()}`
      const { customerPortalUrl } = await change.mutateAsync({ returnUrl })
      window.location.assign(customerPortalUrl)
    })
  return { isPending: change.isPending, go }
}
