/** Why a file cannot be kept. */
export const writeFailures = {
  noMemory:
    'This browser could not keep the file: it is out of memory. Use a narrower filter to get a smaller file.',
  tooLargeForPack: 'This pack is larger than the 4 GiB that a ZIP file can hold. Choose a shorter period.',
  tooLargeForXlsx: 'This export is larger than the 4 GiB that an XLSX file can hold. Choose CSV or JSON.',
} as const
