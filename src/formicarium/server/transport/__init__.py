"""What stands between the network and the application, where uvicorn's own would not do."""
