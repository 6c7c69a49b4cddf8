import { ChakraProvider } from '@chakra-ui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime'
import { Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useRead } from '../../src/client/useOperation'
import { contents } from '../../src/features/contents/contract'
import { NewVideo, VideoEditor } from '../../src/features/contents/video/VideoEditor'
import { VideoWords } from '../../src/features/contents/video/words'
import { setKeeper } from '../../src/kit/kept'
import { system } from '../../src/ui/look/theme'
import { Toaster } from '../../src/ui/overlay/Toaster'
import { UiWords } from '../../src/ui/words'

/** The video's part of the content screen by itself, in a page that only a test serves. */
const ids = { tenantId: 'tenant_hoshi', brandId: 'brand_aoi' }
const asked = new URLSearchParams(window.location.search)
const locale = asked.get('locale') ?? 'ja'

const Loaded = ({ planContentId }: { planContentId: string }) => {
  const read = useRead(contents.getPrivatePlanContent, { ...ids, planContentId })
  const [thumbnail, setThumbnail] = useState('')
  const details = read.data?.planContent.details
  if (details?.type !== 'video') return null
  return (
    <VideoEditor
      ids={ids}
      planContentId={planContentId}
      name=""
      mediaId={details.mediaId}
      videoUrl={details.videoUrl}
      thumbnail={thumbnail}
      onMedia={() => {}}
      onThumbnail={setThumbnail}
      reload={read.reload}
    />
  )
}

const Screen = () => {
  const [planContentId, setId] = useState(asked.get('content'))
  if (planContentId) return <Loaded planContentId={planContentId} />
  return <NewVideo ids={ids} onCreated={setId} />
}

setKeeper('harness')
document.documentElement.className = asked.get('mode') ?? 'light'
const router = { locale, query: {}, events: { on() {}, off() {} } }
createRoot(document.getElementById('root') as HTMLElement).render(
  <RouterContext.Provider value={router as never}>
    <ChakraProvider value={system()}>
      <Suspense>
        <UiWords>
          <QueryClientProvider client={new QueryClient()}>
            <Suspense>
              <VideoWords>
                <main style={{ maxWidth: 720, margin: '24px auto', padding: '0 16px' }}>
                  <Screen />
                </main>
              </VideoWords>
            </Suspense>
            <Toaster />
          </QueryClientProvider>
        </UiWords>
      </Suspense>
    </ChakraProvider>
  </RouterContext.Provider>,
)
