/** Name of the header that carries the API key. */
export const apiKeyHeader = 'x-api-key'
