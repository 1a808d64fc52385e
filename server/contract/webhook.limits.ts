export const webhooksMax = 50;
export const webhookNameLengthMax = 128;
export const webhookAddressLengthMax = 2048;
