import type { AboutFile } from '../file-name.ts'

export const someAbout: AboutFile = {
  fileName: 'transactions',
  parameters: { status: 'completed' },
  begun: '2026-11-21T15:03:12.000Z',
  ended: '2026-11-21T15:03:22.123Z',
  days: null,
  completeness: 'complete',
  reasons: [],
  remarks: [],
}
