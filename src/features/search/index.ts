export { FinderField } from './Finder.tsx'
