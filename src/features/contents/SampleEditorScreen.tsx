import { useState } from 'react'
import { Card } from '../../ui/Card'
import { RichText } from '../../ui/editor/RichText'
import { EditorWords } from '../../ui/editor/words'
import { Columns, Page } from '../../ui/page/Page'
import { PendingPage } from '../../ui/page/PendingPage'
import { useTenantUser } from '../identity/session'
import { useEditorWorld } from './edit/useEditorWorld'
import { ContentView } from './fan/ContentView'
import { ContentWords, useContentWords } from './words'

/** The editor by itself: nothing of what is written here is kept. */
export const SampleEditorScreen = () => (
  <ContentWords>
    <EditorWords>
      <SampleEditor />
    </EditorWords>
  </ContentWords>
)

const none: ReadonlyMap<string, string> = new Map()

const SampleEditor = () => {
  const { sample, preview, form } = useContentWords()
  const { user } = useTenantUser()
  const brand = user.state === 'authorized' ? user.brands[0] : undefined
  const world = useEditorWorld(brand ? { tenantId: brand.tenantId, brandId: brand.brandId } : null)
  const [text, setText] = useState('')
  // The frame around the page comes with the reader's name, and what was written until then would be lost.
  if (user.state === 'loading') return <PendingPage title={sample.title} lead={sample.text} failed={null} />
  return (
    <Page title={sample.title} lead={sample.text}>
      <Columns
        aside={
          <Card title={preview.title}>
            <ContentView text={text} />
          </Card>
        }
      >
        <RichText {...world} label={form.body} value={text} onChange={setText} sources={none} />
      </Columns>
    </Page>
  )
}
