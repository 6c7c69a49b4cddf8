import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { useContentWords } from '../words'

const AccessDialog = dynamic(() => import('./AccessDialog').then((m) => m.AccessDialog), { ssr: false })

type Props = { ids: { tenantId: string; brandId: string }; content: { planContentId: string; name: string } }

/** Opens the access check of a content. */
export const AccessButton = ({ ids, content }: Props) => {
  const { panel: words } = useContentWords()
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button onClick={() => setAsked(true)}>{words.checkAccess}</Button>
      {isAsked && <AccessDialog ids={ids} asked={{ content }} onClose={() => setAsked(false)} />}
    </>
  )
}
