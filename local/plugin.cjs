module.exports = class { constructor(){ this.hooks = {}; } };
